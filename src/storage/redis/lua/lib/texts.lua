-- Texts, and those that wait.
local function textOf(id)
  local t = hash(P .. 'text:' .. id)
  if not t then return nil end
  for name, value in pairs(cjson.decode(t.about)) do t[name] = value end
  return t
end

-- Texts that became due at the same time go in the order they came.
local function memberOf(t) return t.seq .. ':' .. t.id end
local function idOf(member) return string.sub(member, 18) end

local LASTING = { queued = true, sending = true }

-- `...`: other fields that change with it.
local function setState(t, state, ...)
  if not LASTING[t.state] then call('HINCRBY', P .. 'counts', t.state, '-1') end
  if not LASTING[state] then call('HINCRBY', P .. 'counts', state, '1') end
  call('HSET', P .. 'text:' .. t.id, 'state', state, ...)
  t.state = state
end

-- Something of this key is worth a look at `at`, or earlier if that was said before.
local function ready(fingerprint, at)
  if call('HEXISTS', P .. 'held', fingerprint) == 0 then call('ZADD', P .. 'ready', 'LT', digits(at), fingerprint) end
end

-- As `ready`, for a key whose queue has something that waits.
local function wake(fingerprint, at) call('ZADD', P .. 'ready', 'XX', 'LT', digits(at), fingerprint) end

local function enqueue(texts)
  local expiry, untold = {}, {}
  for _, t in ipairs(texts) do
    call('ZADD', queueOf(t.fingerprint, t.lane), t.not_before, memberOf(t))
    call('ZADD', P .. 'waiting:' .. t.workspace, t.seq, t.id)
    push(expiry, digits(t.expires_at), t.id)
    if t.lane == 1 and not t.told then push(untold, digits(t.created_at), t.id) end
  end
  forAll('ZADD', P .. 'expiry', expiry)
  forAll('ZADD', P .. 'untold', untold)
end

local function dequeue(texts)
  local ids, ofPeople = {}, {}
  for i, t in ipairs(texts) do
    call('ZREM', queueOf(t.fingerprint, t.lane), memberOf(t))
    call('ZREM', P .. 'waiting:' .. t.workspace, t.id)
    ids[i] = t.id
    if t.lane == 1 then ofPeople[#ofPeople + 1] = t.id end
  end
  forAll('ZREM', P .. 'expiry', ids)
  forAll('ZREM', P .. 'untold', ofPeople)
end

-- Back to those that wait.
local function requeue(t, notBefore)
  setState(t, 'queued', 'not_before', notBefore)
  call('HDEL', P .. 'text:' .. t.id, 'claim')
  t.not_before = notBefore
  enqueue({ t })
end
