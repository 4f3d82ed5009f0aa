-- needs: texts reports slots
-- Sets rows aside that could not be read, and tells their people. `tell`: they can be told, by what could be read.
local aside = {}

function aside.intent(row, now)
  call('ZREM', P .. 'open', row.id)
  local key = P .. 'intent:' .. row.id
  local workspace = call('HGET', key, 'workspace')
  if not noteAside('intent', row.id, workspace, row.why, nil, now) or not workspace then return end
  local problem = { kind = 'TEXT_UNREADABLE', id = row.id }
  call('HSET', key, 'state', 'aside', 'conclusion', cjson.encode({ problem = problem }))
  call('HDEL', key, 'owner')
  if row.tell then report('set_aside', row.id, nil, cjson.encode({ problem = problem }), now) end
end

-- A claimed text: its request never leaves.
function aside.text(row, now)
  local t = textOf(row.id)
  if not t or t.claim ~= row.claim or t.state ~= 'sending' then return end
  giveSlotBack(row.claim, t.lane, t.fingerprint)
  wake(t.fingerprint, now)
  setState(t, 'aside')
  noteAside('text', row.id, t.workspace, row.why, nil, now)
  local detail = cjson.encode({ problem = { kind = 'TEXT_UNREADABLE', id = row.id } })
  report('set_aside', t.intent_id, nil, detail, now)
end

-- It leaves its list, and is kept as it was.
function aside.report(row, now)
  local key, member = P .. 'reports_of:' .. row.intent, row.report .. ':' .. row.intent
  local says = call('HGET', key, row.report)
  call('HDEL', key, row.report)
  call('ZREM', P .. 'reports', member)
  call('HDEL', P .. 'leases', member)
  local workspace = call('HGET', P .. 'intent:' .. row.intent, 'workspace')
  local kept = cjson.encode({ intent = row.intent, report = row.report, says = says })
  if not noteAside('report', row.id, workspace, row.why, kept, now) or not row.tell then return end
  local detail = cjson.encode({ problem = { kind = 'RESULT_UNREADABLE', id = row.id } })
  report('set_aside', row.intent, nil, detail, now)
end

for _, row in ipairs(a.rows) do aside[row.kind](row, a.now) end
news()
