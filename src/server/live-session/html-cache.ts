/** Keeps the HTML that was used last, up to a total size in characters. */
export function htmlCache<Key>(maxSize: number) {
  const entries = new Map<Key, string>()
  let size = 0
  const drop = (key: Key): void => {
    size -= entries.get(key)?.length ?? 0
    entries.delete(key)
  }
  return {
    drop,
    get(key: Key): string | undefined {
      const html = entries.get(key)
      if (html === undefined) return undefined
      entries.delete(key)
      entries.set(key, html)
      return html
    },
    set(key: Key, html: string): void {
      drop(key)
      entries.set(key, html)
      size += html.length
      for (const [oldest] of entries) {
        if (size <= maxSize) return
        drop(oldest)
      }
    },
  }
}
