/** How many quiet hues agents have. */
export const hues = 6

/** The hue of an agent by itself, from 1: the same for the same agent on every page. */
export function hueOf(key: string): number {
  let hash = 2166136261
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 16777619)
  return ((hash >>> 0) % hues) + 1
}

/** Gives the agents of a session hues as they are asked for: each its own where that is free, so that up to six are told apart. */
export function agentHues(): (key: string) => number {
  const found = new Map<string, number>()
  let used = new Set<number>()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined) return known
    if (used.size === hues) used = new Set()
    let hue = hueOf(key)
    while (used.has(hue)) hue = (hue % hues) + 1
    used.add(hue)
    found.set(key, hue)
    return hue
  }
}

/** The hues of agents that are all known. */
export function huesOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const hueOfKey = agentHues()
  return new Map(keys.map((key) => [key, hueOfKey(key)]))
}
