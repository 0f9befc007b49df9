/** The value of a key; a missing one is created and stored. */
export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = make()
  map.set(key, value)
  return value
}

/** Adds a value to the list of a key. */
export function addToList<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Adds a value to the set of a key. */
export function addToSet<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = map.get(key)
  if (set) set.add(value)
  else map.set(key, new Set([value]))
}

/** Groups values by a key, in their order. Node 20 has no `Map.groupBy`. */
export function groupBy<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const value of values) addToList(groups, keyOf(value), value)
  return groups
}

/** Looks up grouped values by their key; a key without values has an empty list. */
export function listsBy<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): (key: Key) => readonly Value[] {
  const groups = groupBy(values, keyOf)
  return (key) => groups.get(key) ?? []
}
