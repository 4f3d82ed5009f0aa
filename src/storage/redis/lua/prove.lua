-- Writes what nobody reads, for a moment: that this is taken says that all else is.
call('SET', P .. 'proof', a.owner, 'PX', 60000)
return 1
