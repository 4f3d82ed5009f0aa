-- Notices that this is another server than the known one, or has lost its memory: the epoch rises, once for everybody who
-- notices. KEYS[1]: what is known about the server. ARGV: its identity, the epoch that was known (0: none), and until when
-- nothing may be claimed in that case.
local left, epoch, quiet = unpack(redis.call('HMGET', KEYS[1], 'run_id', 'epoch', 'quiet_until'))
local known = tonumber(ARGV[2])
epoch, quiet = tonumber(epoch or 0), quiet or '0'
local isOther = (left and left ~= ARGV[1]) or epoch < known
if isOther then quiet = ARGV[3] end
if isOther or not left or epoch == 0 then
  epoch = math.max(epoch, known) + 1
  redis.call('HSET', KEYS[1], 'run_id', ARGV[1], 'epoch', epoch, 'quiet_until', quiet)
end
return {epoch, quiet}
