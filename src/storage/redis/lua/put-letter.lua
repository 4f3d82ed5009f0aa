-- needs: letters
-- Puts a letter into a mailbox, once for an identity.
if isLate(a.deadline) then return 'late' end
if given(a.identity) then
  local function keyOf(identity) return P .. 'letter:' .. a.box.workspace .. ':' .. identity end
  local known = call('GET', keyOf(a.identity))
  if known then
    local first = cjson.decode(known)
    return { given(first.digest) == given(a.digest) and 'known' or 'conflict', first.id }
  end
  call('SET', keyOf(a.identity), cjson.encode({ id = a.id, digest = a.digest }), 'PX', a.forMs)
  if given(a.ends) then call('DEL', keyOf(a.ends)) end
end
putLetter(a.box, a.body, a.now)
news()
return { 'added', a.id }
