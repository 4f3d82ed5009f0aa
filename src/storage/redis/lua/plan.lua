-- Turns an open intent, or one that is written down by this very step, into texts, a question or a refusal, once.
local now = a.now
local intent
if a.isNew then
  if isLate() then return 'late' end
  if call('HEXISTS', P .. 'identity:' .. a.workspace, a.identity) == 1 then return 'known' end
  intent = { workspace = a.workspace, actor = a.actor, of = given(a.of) }
else
  intent = hash(P .. 'intent:' .. a.id)
  if not intent or intent.state ~= 'open' then return 'stale' end
end

local function conclude(state)
  call('HSET', P .. 'intent:' .. a.id, 'state', state, 'conclusion', a.conclusion)
  call('ZREM', P .. 'open', a.id)
  ended(a.id, now)
  news()
  return state
end

local function sameKey(t) return P .. 'same:' .. intent.workspace .. ':' .. t.sameness end

local function earlierSame()
  for _, planned in ipairs(a.texts) do
    for _, id in ipairs(call('ZREVRANGEBYSCORE', sameKey(planned), '+inf', a.askIfSince)) do
      local t = textOf(id)
      if t and t.lane == '1' and t.state ~= 'refused' and t.state ~= 'cancelled' then return t end
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

local over = given(a.limits) and exceeded()
if over then return over end
if a.isNew then addIntent(a, now, a.leaseUntil) end
if given(a.refusal) then
  report('refusal', a.id, nil, a.refusal, now)
  return conclude('refused')
end
local same = given(a.askIfSince) and earlierSame()
if same then
  local earlier = cjson.encode({ earlier = { at = tonumber(same.created_at), actor = same.actor } })
  report('question', a.id, nil, earlier, now)
  return conclude('asked')
end
if intent.of then
  local original = textOf(intent.of)
  local problem
  if not original or original.workspace ~= intent.workspace then problem = { kind = 'GONE' }
  elseif original.again then problem = { kind = 'ALREADY_SENT_AGAIN' }
  elseif original.state == 'sent' or original.state == 'refused' then
    problem = { kind = 'NO_LONGER_UNCERTAIN', state = original.state }
  elseif original.state ~= 'uncertain' then problem = { kind = 'UNEXPECTED' }
  end
  if problem then
    report('refusal', a.id, nil, cjson.encode({ problem = problem }), now)
    return conclude('refused')
  end
  call('HSET', P .. 'text:' .. intent.of, 'again', a.id)
  report('sent_again', a.id, intent.of, '{}', now)
end
local function add(planned)
  if call('HSETNX', P .. 'texts_of:' .. a.id, planned.number, planned.id) == 0 then return end
  local t = {
    id = planned.id, intent_id = a.id, workspace = intent.workspace, actor = intent.actor,
    fingerprint = a.fingerprint, lane = tostring(planned.lane), number = planned.number, message = planned.message,
    parts = planned.parts, sameness = planned.sameness, state = 'queued', created_at = now, not_before = now,
    expires_at = planned.expiresAt, told = '0', seq = string.format('%016d', call('INCR', P .. 'text_seq')),
  }
  local flat = {}
  for name, value in pairs(t) do
    flat[#flat + 1] = name
    flat[#flat + 1] = value
  end
  call('HSET', P .. 'text:' .. t.id, unpack(flat))
  call('HINCRBY', P .. 'counts', 'queued', 1)
  call('HINCRBY', P .. 'intent:' .. a.id, 'texts', 1)
  call('ZADD', P .. 'history:' .. t.workspace, now, memberOf(t))
  call('ZADD', P .. 'history:' .. t.workspace .. ':' .. t.actor, now, memberOf(t))
  call('ZADD', sameKey(t), now, t.id)
  call('EXPIRE', sameKey(t), a.sameSeconds)
  enqueue(t)
  count(t, 1, 0, t.parts)
  ready(t.fingerprint, now)
end
for _, planned in ipairs(a.texts) do add(planned) end
if given(a.again) then
  call('ZADD', P .. 'open', a.again, a.id)
  call('HDEL', P .. 'intent:' .. a.id, 'owner')
  news()
  return 'planned'
end
return conclude('planned')
