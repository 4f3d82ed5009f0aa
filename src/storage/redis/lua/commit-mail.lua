-- needs: intents letters
-- Writes what follows from a mailbox's letters, unless somebody else did.
local key = P .. 'mailbox:' .. a.box.id
local version = tonumber(call('HGET', key, 'version') or 0)
if version ~= a.version or call('EXISTS', key) == 0 then return 0 end
call('HSET', key, 'version', version + 1, 'state', a.state)
call('HDEL', key, 'leased_until')
call('LTRIM', P .. 'letters:' .. a.box.id, a.taken, -1)
if call('LLEN', P .. 'letters:' .. a.box.id) > 0 then
  call('ZADD', P .. 'mail:' .. a.box.kind, a.now, a.box.id)
elseif given(a.dueAt) then
  call('ZADD', P .. 'mail:' .. a.box.kind, a.dueAt, a.box.id)
else
  call('ZREM', P .. 'mail:' .. a.box.kind, a.box.id)
end
for _, intent in ipairs(a.intents) do addIntent(intent, a.now, 'open', a.now) end
for _, letter in ipairs(a.unreadable) do
  noteAside('letter', letter.id, a.box.workspace, letter.why, cjson.encode({ box = a.box, body = letter.body }), a.now)
end
for _, letter in ipairs(a.letters) do putLetter(letter.box, letter.body, a.now) end
news()
return 1
