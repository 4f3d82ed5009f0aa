-- Ends a waiting text without sending. `problem`: JSON.
local function finish(t, state, problem, now)
  dequeue({ t })
  count(t, -1, 0, -t.parts)
  if problem then setState(t, state, 'settled_at', now, 'problem', problem)
  else setState(t, state, 'settled_at', now) end
  report('result', t.intent_id, t.id, nil, now)
  ready(t.fingerprint, now)
end
