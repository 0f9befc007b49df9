/** Takes bytes in pieces and gives their lines as bytes, without their newlines. */
export interface ByteSplitter {
  /** The lines that end in this chunk; empty ones are left out. They stay valid. */
  push(chunk: Uint8Array): readonly Uint8Array[]
  /** What stands behind the last newline; nothing where nothing does. */
  end(): Uint8Array | undefined
}

const newline = 0x0a

/** Splits on newlines, keeping bytes as they are: a store gives back exactly what was put into it. */
export function splitBytes(): ByteSplitter {
  let held: Uint8Array[] = []
  const finish = (last: Uint8Array): Uint8Array => {
    const line = Buffer.concat([...held, last])
    held = []
    return line
  }
  return {
    push(chunk) {
      const lines: Uint8Array[] = []
      let from = 0
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        const line = finish(chunk.subarray(from, at))
        if (line.length > 0) lines.push(line)
        from = at + 1
      }
      // The chunk's bytes may be used for something else.
      if (from < chunk.length) held.push(Buffer.from(chunk.subarray(from)))
      return lines
    },
    end: () => (held.length === 0 ? undefined : finish(new Uint8Array(0))),
  }
}
