-- needs: intents texts usage reports
-- Turns open intents, or such as are written down by this very step, into texts, a question or a refusal, each once.
local function sameKey(intent, planned) return P .. 'same:' .. intent.workspace .. ':' .. planned.sameness end

local function earlierSame(plan, intent)
  for _, planned in ipairs(plan.texts) do
    for _, id in ipairs(call('ZREVRANGEBYSCORE', sameKey(intent, planned), '+inf', digits(plan.askIfSince))) do
      local t = textOf(id)
      if t and t.state ~= 'refused' and t.state ~= 'cancelled' then return t end
    end
  end
end

-- The limit that these texts would go over, with what it is judged by; a step of its own then refuses them in words.
local function exceeded(plan, intent)
  local past = call('HMGET', P .. 'workspace:' .. intent.workspace, 'millionths', 'parts', 'cost')
  local function cost(parts) return math.ceil(past[1] * parts / past[2]) end
  local texts, parts = 0, 0
  for _, planned in ipairs(plan.texts) do
    if call('HEXISTS', P .. 'texts_of:' .. plan.id, planned.number) == 0 then texts, parts = texts + 1, parts + planned.parts end
  end
  for _, of in ipairs({ 'person', 'workspace' }) do
    local limit, used = plan.limits[of], { usageOf(intent.workspace, plan.madeAt, of == 'person' and intent.actor or '') }
    local isOver = given(limit.texts) and used[1] + texts > limit.texts
    if not isOver and given(limit.millionths) then
      if past[1] then isOver = used[2] + cost(used[3]) + cost(parts) > limit.millionths
      else isOver = used[3] > 0 or texts ~= 1 end
    end
    if isOver then return { of, used[1], used[2], used[3], texts, parts, past[3], tonumber(past[2]) or false } end
  end
end

-- Why the uncertain text that this intent is to send once more can't be.
local function againProblem(intent)
  local original = textOf(intent.of)
  if not original or original.workspace ~= intent.workspace then return { kind = 'GONE' } end
  if original.again then return { kind = 'ALREADY_SENT_AGAIN' } end
  if original.state == 'sent' or original.state == 'refused' then
    return { kind = 'NO_LONGER_UNCERTAIN', state = original.state }
  end
  return original.state ~= 'uncertain' and { kind = 'UNEXPECTED' }
end

-- What becomes of the intent, and if it is no texts, how that is told.
local function judge(plan, intent)
  if given(plan.refusal) then return 'refused', 'refusal', plan.refusal end
  local same = given(plan.askIfSince) and earlierSame(plan, intent)
  if same then return 'asked', 'question', cjson.encode({ earlier = { at = same.created_at, actor = same.actor } }) end
  local problem = intent.of and againProblem(intent)
  if problem then return 'refused', 'refusal', cjson.encode({ problem = problem }) end
  return given(plan.again) and 'open' or 'planned'
end

local added = {}

-- The number of the last text, in the order they came.
local seq

local function add(plan, intent, planned)
  if call('HSETNX', P .. 'texts_of:' .. plan.id, planned.number, planned.id) == 0 then return 0 end
  local at = digits(plan.now)
  seq = seq + 1
  local t = {
    id = planned.id, intent_id = plan.id, workspace = intent.workspace, actor = intent.actor, lane = planned.lane,
    number = planned.number, parts = planned.parts, created_at = plan.now, made_at = plan.madeAt,
    expires_at = planned.expiresAt, seq = string.format('%016d', seq),
  }
  call('HSET', P .. 'text:' .. t.id, 'about', cjson.encode(t), 'message', planned.message, 'fingerprint', plan.fingerprint,
    'state', 'queued', 'not_before', at)
  call('ZADD', P .. 'history:' .. t.workspace, at, memberOf(t))
  call('ZADD', P .. 'history:' .. t.workspace .. ':' .. t.actor, at, memberOf(t))
  if t.lane == 1 then
    call('ZADD', sameKey(intent, planned), at, t.id)
    call('EXPIRE', sameKey(intent, planned), digits(a.sameSeconds))
  end
  t.fingerprint, t.not_before = plan.fingerprint, at
  added[#added + 1] = t
  return 1
end

local function addTexts(plan, intent)
  local texts, parts = 0, 0
  for _, planned in ipairs(plan.texts) do
    local one = add(plan, intent, planned)
    texts, parts = texts + one, parts + one * planned.parts
  end
  if texts == 0 then return end
  count({ workspace = intent.workspace, actor = intent.actor, made_at = plan.madeAt }, texts, 0, parts)
  ready(plan.fingerprint, plan.now)
end

local function conclude(plan, state)
  call('HSET', P .. 'intent:' .. plan.id, 'state', state)
  if given(plan.conclusion) then call('HSET', P .. 'intent:' .. plan.id, 'conclusion', plan.conclusion) end
  call('ZREM', P .. 'open', plan.id)
end

local function write(plan, intent)
  local state, kind, detail = judge(plan, intent)
  if plan.isNew then
    if not addIntent(plan, plan.now, state) then return 'known' end
  elseif state ~= 'open' then conclude(plan, state) end
  if kind then report(kind, plan.id, nil, detail, plan.now)
  else
    if intent.of then
      call('HSET', P .. 'text:' .. intent.of, 'again', plan.id)
      report('sent_again', plan.id, intent.of, nil, plan.now)
    end
    addTexts(plan, intent)
  end
  if state ~= 'open' then
    ended(plan.id, plan.now)
    return state
  end
  -- Not everybody's number is known yet.
  call('ZADD', P .. 'open', plan.again, plan.id)
  call('HDEL', P .. 'intent:' .. plan.id, 'owner')
  return 'planned'
end

-- The intent to plan, or why there is nothing to plan.
local function intentOf(plan)
  if plan.isNew then
    if isLate(plan.deadline) then return nil, 'late' end
    return { workspace = plan.workspace, actor = plan.actor, of = given(plan.of) }
  end
  local stored = call('HMGET', P .. 'intent:' .. plan.id, 'state', 'workspace', 'actor', 'of')
  if stored[1] ~= 'open' then return nil, 'stale' end
  return { workspace = stored[2], actor = stored[3], of = stored[4] }
end

local texts = 0
for _, plan in ipairs(a.plans) do texts = texts + #(plan.texts or {}) end
seq = call('INCRBY', P .. 'text_seq', texts) - texts
local answers = each(a.plans, function(plan)
  local intent, why = intentOf(plan)
  if not intent then return why end
  return given(plan.limits) and exceeded(plan, intent) or write(plan, intent)
end)
enqueue(added)
news()
return answers
