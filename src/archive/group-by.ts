/** Adds a value to the list of a key. */
export function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Looks up values by their key, in their order; a key without values has an empty list. */
export function groupBy<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): (key: Key) => readonly Value[] {
  const lists = new Map<Key, Value[]>()
  for (const value of values) addToList(lists, keyOf(value), value)
  return (key) => lists.get(key) ?? []
}
