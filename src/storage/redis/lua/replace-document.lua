-- Puts a value in the place of one that is still as it was read, or still is not there; when it ends stays.
if call('GET', a.key) ~= (given(a.before) or false) then return 0 end
call('SET', a.key, a.after, 'KEEPTTL')
return 1
