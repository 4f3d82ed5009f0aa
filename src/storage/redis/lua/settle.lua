-- needs: texts usage reports slots
-- Records how claims ended; also corrects texts that were called uncertain meanwhile.

-- Whether the text is still that claim's to settle.
local function isOurs(t, c)
  if t.claim == c.claim then return t.state == 'sending' or (t.state == 'uncertain' and c.kind ~= 'uncertain') end
  if not c.older or t.state ~= 'queued' or t.claim then return false end
  -- A Redis that came back without its last moments forgot the claim; the request was made all the same, and counts.
  dequeue({ t })
  call('ZADD', P .. 'slots:' .. c.fingerprint, c.now + PACE.slotMs, slotOf(c.claim, t.lane))
  return true
end

local function write(t, c)
  if t.state == 'uncertain' then call('HDEL', P .. 'text:' .. t.id, 'uncertain') end
  local fields = { 'claim', c.claim, 'settled_at', digits(c.now) }
  for _, name in ipairs({ 'log_id', 'cost', 'balance', 'problem', 'uncertain' }) do
    if given(c[name]) then push(fields, name, c[name]) end
  end
  setState(t, c.kind, unpack(fields))
end

local function settle(c)
  local now = c.now
  free(c.claim, c.lane, c.fingerprint, now)
  local t = textOf(c.text)
  if not t or not isOurs(t, c) then return end
  write(t, c)
  if c.kind == 'refused' then count(t, -1, 0, -t.parts)
  elseif given(c.cost) then count(t, 0, c.millionths, -t.parts) end
  report('result', t.intent_id, t.id, nil, now)
  local key = P .. 'key:' .. c.fingerprint
  if c.endsTrial and tonumber(call('HGET', key, 'trial') or math.huge) <= c.claimedAt then call('HDEL', key, 'trial') end
  if given(c.balance) then call('HSET', key, 'balance', c.balance, 'balance_at', digits(now)) end
  if given(c.cost) then
    call('HSET', P .. 'workspace:' .. t.workspace, 'cost', c.cost, 'millionths', digits(c.millionths), 'parts', digits(t.parts))
  end
  if given(c.hold) and call('HSETNX', P .. 'held', c.fingerprint, c.hold) == 1 then
    call('ZREM', P .. 'ready', c.fingerprint)
    report('held', t.intent_id, t.id, nil, now)
  end
end

gathered = {}
local answers = each(a.claims, settle)
forAll('ZADD', P .. 'reports', gathered)
local flights, due = {}, {}
for i, c in ipairs(a.claims) do
  flights[i] = c.claim
  push(due, digits(c.now), c.fingerprint)
end
forAll('HDEL', P .. 'flights', flights)
call('ZADD', P .. 'ready', 'XX', 'LT', unpack(due))
news()
return answers
