-- Puts a value in the place of one that is still as it was read; when it ends stays.
if call('GET', a.key) ~= a.before then return 0 end
call('SET', a.key, a.after, 'KEEPTTL')
return 1
