-- needs: intents texts usage reports
-- Turns an open intent, or one that is written down by this very step, into texts, a question or a refusal, once.
local now = a.now
local intent
if a.isNew then
  if isLate() then return 'late' end
  if call('HEXISTS', P .. 'identity:' .. a.workspace, a.identity) == 1 then return 'known' end
  intent = { workspace = a.workspace, actor = a.actor, of = given(a.of) }
else
  local stored = call('HMGET', P .. 'intent:' .. a.id, 'state', 'workspace', 'actor', 'of')
  if stored[1] ~= 'open' then return 'stale' end
  intent = { workspace = stored[2], actor = stored[3], of = stored[4] }
end

local function sameKey(planned) return P .. 'same:' .. intent.workspace .. ':' .. planned.sameness end

local function earlierSame()
  for _, planned in ipairs(a.texts) do
    for _, id in ipairs(call('ZREVRANGEBYSCORE', sameKey(planned), '+inf', a.askIfSince)) do
      local t = textOf(id)
      if t and t.state ~= 'refused' and t.state ~= 'cancelled' then return t end
    end
  end
end

-- The limit that these texts would go over, with what it is judged by; a step of its own then refuses them in words.
local function exceeded()
  local past = call('HMGET', P .. 'workspace:' .. intent.workspace, 'millionths', 'parts', 'cost')
  local function cost(parts) return math.ceil(past[1] * parts / past[2]) end
  local texts, parts = 0, 0
  for _, planned in ipairs(a.texts) do
    if call('HEXISTS', P .. 'texts_of:' .. a.id, planned.number) == 0 then texts, parts = texts + 1, parts + planned.parts end
  end
  for _, of in ipairs({ 'person', 'workspace' }) do
    local limit, used = a.limits[of], usageOf(intent.workspace, now, of == 'person' and intent.actor or '')
    local isOver = given(limit.texts) and used[1] + texts > limit.texts
    if not isOver and given(limit.millionths) then
      if past[1] then isOver = used[2] + cost(used[3]) + cost(parts) > limit.millionths
      else isOver = used[3] > 0 or texts ~= 1 end
    end
    if isOver then return { of, used[1], used[2], used[3], texts, parts, past[3], tonumber(past[2]) or false } end
  end
end

-- Why the uncertain text that this intent is to send once more can't be.
local function againProblem()
  local original = textOf(intent.of)
  if not original or original.workspace ~= intent.workspace then return { kind = 'GONE' } end
  if original.again then return { kind = 'ALREADY_SENT_AGAIN' } end
  if original.state == 'sent' or original.state == 'refused' then
    return { kind = 'NO_LONGER_UNCERTAIN', state = original.state }
  end
  return original.state ~= 'uncertain' and { kind = 'UNEXPECTED' }
end

-- What becomes of the intent, and if it is no texts, how that is told.
local function judge()
  if given(a.refusal) then return 'refused', 'refusal', a.refusal end
  local same = given(a.askIfSince) and earlierSame()
  if same then return 'asked', 'question', cjson.encode({ earlier = { at = same.created_at, actor = same.actor } }) end
  local problem = intent.of and againProblem()
  if problem then return 'refused', 'refusal', cjson.encode({ problem = problem }) end
  return given(a.again) and 'open' or 'planned'
end

local function add(planned, seq)
  if call('HSETNX', P .. 'texts_of:' .. a.id, planned.number, planned.id) == 0 then return 0 end
  local t = {
    id = planned.id, intent_id = a.id, workspace = intent.workspace, actor = intent.actor, lane = planned.lane,
    number = planned.number, parts = planned.parts, created_at = now, expires_at = planned.expiresAt,
    seq = string.format('%016d', seq),
  }
  call('HSET', P .. 'text:' .. t.id, 'about', cjson.encode(t), 'message', planned.message, 'fingerprint', a.fingerprint,
    'state', 'queued', 'not_before', now)
  call('ZADD', P .. 'history:' .. t.workspace, now, memberOf(t))
  call('ZADD', P .. 'history:' .. t.workspace .. ':' .. t.actor, now, memberOf(t))
  if t.lane == 1 then
    call('ZADD', sameKey(planned), now, t.id)
    call('EXPIRE', sameKey(planned), a.sameSeconds)
  end
  t.fingerprint, t.not_before = a.fingerprint, now
  enqueue(t)
  return 1
end

local function addTexts()
  local last = call('INCRBY', P .. 'text_seq', #a.texts)
  local texts, parts = 0, 0
  for i, planned in ipairs(a.texts) do
    local added = add(planned, last - #a.texts + i)
    texts, parts = texts + added, parts + added * planned.parts
  end
  if texts == 0 then return end
  count({ workspace = intent.workspace, actor = intent.actor, created_at = now }, texts, 0, parts)
  ready(a.fingerprint, now)
end

local over = given(a.limits) and exceeded()
if over then return over end
local state, kind, detail = judge()
if a.isNew then addIntent(a, now, state)
elseif state ~= 'open' then
  call('HSET', P .. 'intent:' .. a.id, 'state', state)
  if given(a.conclusion) then call('HSET', P .. 'intent:' .. a.id, 'conclusion', a.conclusion) end
  call('ZREM', P .. 'open', a.id)
end
if kind then report(kind, a.id, nil, detail, now)
else
  if intent.of then
    call('HSET', P .. 'text:' .. intent.of, 'again', a.id)
    report('sent_again', a.id, intent.of, nil, now)
  end
  addTexts()
end
if state == 'open' then
  -- Not everybody's number is known yet.
  call('ZADD', P .. 'open', a.again, a.id)
  call('HDEL', P .. 'intent:' .. a.id, 'owner')
else ended(a.id, now) end
news()
return state == 'open' and 'planned' or state
