import xterm from '@xterm/headless'

/** What a program may leave changed in a terminal, as it was found. */
export interface TerminalState {
  readonly cursor: boolean
  readonly wrap: boolean
  readonly alternate: boolean
  /** Modes that are not as a terminal starts with them. */
  readonly modes: readonly string[]
  /** Titles that were set, in their order. */
  readonly titles: readonly string[]
}

/** A terminal as a program should leave it. */
export const untouchedTerminal: TerminalState = {
  cursor: true,
  wrap: true,
  alternate: false,
  modes: [],
  titles: [],
}

/** A terminal emulator that notes what is done to it. */
export interface WatchedTerminal {
  readonly xterm: xterm.Terminal
  write(text: string | Uint8Array): Promise<void>
  /** Everything in it and above it, line by line; what it has wrapped is put together again. */
  lines(): readonly string[]
  /** The rows that can be seen, without the empty ones at the end. */
  visible(): readonly string[]
  state(): TerminalState
  /** Whatever was asked of it beside showing coloured text, and bells; each by its name. */
  asked(): readonly string[]
}

/** Modes a terminal starts with; all others are off. */
const usual: ReadonlyMap<string, boolean> = new Map([
  ['?7', true],
  ['?25', true],
])

/** Opens one. `convertEol` is what the line discipline of a real terminal does: a line end starts a new line. */
export function watchedTerminal(columns: number, rows: number, convertEol = true): WatchedTerminal {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 1_000_000,
    convertEol,
    allowProposedApi: true,
  })
  const modes = new Map<string, boolean>()
  const titles: string[] = []
  const asked: string[] = []
  terminal.onTitleChange((title) => titles.push(title))
  terminal.onBell(() => asked.push('bell'))
  watch(terminal, modes, asked)
  const isOn = (mode: string): boolean => modes.get(mode) ?? usual.get(mode) ?? false
  return {
    xterm: terminal,
    write: (text) => new Promise((resolve) => terminal.write(text, resolve)),
    lines: () => historyOf(terminal),
    visible: () => rowsOf(terminal),
    state: () => ({
      cursor: isOn('?25'),
      wrap: terminal.modes.wraparoundMode,
      alternate: terminal.buffer.active.type === 'alternate',
      modes: [...modes].filter(([mode, on]) => on !== (usual.get(mode) ?? false)).map(([mode]) => mode),
      titles,
    }),
    asked: () => asked,
  }
}

/** Every control sequence but colours, whatever follows its introducer. Nothing is kept from the terminal. */
function watch({parser}: xterm.Terminal, modes: Map<string, boolean>, asked: string[]): void {
  const note = (name: string) => (): boolean => {
    asked.push(name)
    return false
  }
  for (let code = 0x40; code <= 0x7e; code += 1) {
    const final = String.fromCharCode(code)
    for (const prefix of ['', '?', '>', '=', '<']) {
      if (final === 'm' && prefix === '') continue
      parser.registerCsiHandler(prefix === '' ? {final} : {prefix, final}, (parameters) => {
        asked.push(`CSI ${prefix}${parameters.join(';')}${final}`)
        if (final === 'h' || final === 'l')
          for (const mode of parameters) modes.set(`${prefix}${mode}`, final === 'h')
        return false
      })
    }
  }
  for (const intermediates of ['', '(', ')', '*', '+', '#', '%', ' ']) {
    for (let code = 0x30; code <= 0x7e; code += 1) {
      const final = String.fromCharCode(code)
      // These introduce what is watched by itself.
      if (intermediates === '' && '[]P^_X\\'.includes(final)) continue
      const name = note(`ESC ${intermediates}${final}`)
      parser.registerEscHandler(intermediates === '' ? {final} : {intermediates, final}, name)
    }
  }
  for (let ident = 0; ident < 200; ident += 1) parser.registerOscHandler(ident, note(`OSC ${ident}`))
  for (const ident of [777, 1337]) parser.registerOscHandler(ident, note(`OSC ${ident}`))
}

function historyOf({buffer: {active}}: xterm.Terminal): readonly string[] {
  const lines: string[] = []
  for (let at = 0; at < active.length; at += 1) {
    const row = active.getLine(at)
    const continues = active.getLine(at + 1)?.isWrapped ?? false
    const text = row?.translateToString(!continues) ?? ''
    if (row?.isWrapped) lines.push(`${lines.pop() ?? ''}${text}`)
    else lines.push(text)
  }
  return trimmed(lines)
}

function rowsOf({buffer: {active}, rows}: xterm.Terminal): readonly string[] {
  return trimmed(
    Array.from({length: rows}, (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? ''),
  )
}

/** Spaces at the end of a line and empty lines at the end of all are invisible. */
export function trimmed(lines: readonly string[]): readonly string[] {
  const shown = lines.map((line) => line.trimEnd())
  while (shown.at(-1) === '') shown.pop()
  return shown
}
