-- Texts, and those that wait.

-- What scripts need of what never changes of a text.
local ABOUT = { intent_id = 'string', workspace = 'string', actor = 'string', number = 'string', seq = 'string',
  lane = 'number', parts = 'number', created_at = 'number', made_at = 'number', expires_at = 'number' }

-- Nil where it is not there, or can't be read.
local function textOf(id)
  local t = hash(P .. 'text:' .. id)
  if not t then return nil end
  local about = decoded(t.about)
  about.made_at = about.made_at or about.created_at
  for name, kind in pairs(ABOUT) do if type(about[name]) ~= kind then return nil end end
  if not (LANES[about.lane] and t.fingerprint and t.message and t.state and tonumber(t.not_before)) then return nil end
  for name, value in pairs(about) do t[name] = value end
  return t
end

-- Texts that became due at the same time go in the order they came.
local function memberOf(t) return t.seq .. ':' .. t.id end
local function idOf(member) return string.sub(member, 18) end

local LASTING = { queued = true, sending = true }

-- Of texts that ended; the others are counted by the lists that they are in.
local function countState(state, change)
  if not LASTING[state] and state ~= 'aside' then call('HINCRBY', P .. 'counts', state, change) end
end

-- `...`: other fields that change with it.
local function setState(t, state, ...)
  countState(t.state, '-1')
  countState(state, '1')
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

-- Sets a waiting text aside that not even a script can read: whose it is, nobody can tell. A list that it is still in gives
-- it up when it comes to it: `list` and `member` are where it was met.
local function asideText(id, list, member)
  call('ZREM', list, member)
  call('ZREM', P .. 'expiry', id)
  call('ZREM', P .. 'untold', id)
  if call('EXISTS', P .. 'text:' .. id) == 1 then call('HSET', P .. 'text:' .. id, 'state', 'aside') end
  noteAside('text', id, nil, 'not to be read', nil, a.now)
end

-- What is stored of a text itself goes, also where it can't be read.
local function dropText(id)
  countState(call('HGET', P .. 'text:' .. id, 'state') or 'aside', -1)
  call('DEL', P .. 'text:' .. id)
end

-- Back to those that wait.
local function requeue(t, notBefore)
  setState(t, 'queued', 'not_before', notBefore)
  call('HDEL', P .. 'text:' .. t.id, 'claim')
  t.not_before = notBefore
  enqueue({ t })
end
