-- What Slack is to be told. A script that has many to tell may gather here when each is due, and write that once.
local gathered

-- `detail`: JSON, as the reports of the other engine have it.
local function addReport(kind, intentId, textId, detail, now, follower)
  local id = string.format('%016d', call('INCR', P .. 'report_seq'))
  local says = { kind = kind, text = textId, detail = detail, attempts = 0, created_at = now, follower = follower }
  call('HSET', P .. 'reports_of:' .. intentId, id, cjson.encode(says))
  local member = id .. ':' .. intentId
  if gathered then push(gathered, digits(now), member) else call('ZADD', P .. 'reports', digits(now), member) end
  return member
end

local function isUnattended(intentId) return call('HEXISTS', P .. 'intent:' .. intentId, 'unattended') == 1 end

-- Nothing of an intent is to be resolved, waits or is being sent.
local function isSettled(intentId)
  if call('HGET', P .. 'intent:' .. intentId, 'state') == 'open' then return false end
  for _, id in ipairs(call('HVALS', P .. 'texts_of:' .. intentId)) do
    if LASTING[call('HGET', P .. 'text:' .. id, 'state')] then return false end
  end
  return true
end

-- Something of an intent came to its end: where it is unattended and that was all, its outcome is to be told.
local function ended(intentId, now)
  if not isUnattended(intentId) or not isSettled(intentId) then return end
  for id, says in pairs(hash(P .. 'reports_of:' .. intentId) or {}) do
    local member = id .. ':' .. intentId
    if decoded(says).follower and call('HEXISTS', P .. 'leases', member) == 0 then
      call('ZADD', P .. 'reports', 'LT', now, member)
    end
  end
  addReport('outcome', intentId, nil, nil, now)
end

-- Of an unattended intent only its outcome is told.
local function report(kind, intentId, textId, detail, now)
  if kind == 'held' or kind == 'balance_low' or not isUnattended(intentId) then addReport(kind, intentId, textId, detail, now)
  elseif kind == 'result' or kind == 'set_aside' then ended(intentId, now) end
end

local function tell(t, why, till, now)
  call('HSET', P .. 'text:' .. t.id, 'told', '1')
  call('ZREM', P .. 'untold', t.id)
  local waiting = cjson.encode({ waiting = { why = why, ['until'] = till or cjson.null } })
  report('waiting', t.intent_id, t.id, waiting, now)
end
