import type {Host} from '../../../src/cli/host.ts'

/** A host with a clock that is set by hand and a terminal that remembers. */
export function fakeHost(columns = 80): {
  readonly host: Host
  readonly clock: {now: number}
  readonly written: readonly string[]
  readonly cleaners: ReadonlySet<() => void>
} {
  const clock = {now: 0}
  const written: string[] = []
  const cleaners = new Set<() => void>()
  const sink = {closed: false, write: async () => {}}
  const host: Host = {
    env: {},
    home: '/',
    platform: 'linux',
    cwd: '/',
    stdin: (async function* () {})(),
    out: sink,
    painted: sink,
    rawOut: sink,
    err: sink,
    notify: async () => {},
    color: false,
    width: columns,
    terminal: {
      columns,
      write: async (text) => {
        written.push(text)
      },
      ask: async () => undefined,
      beforeInterrupt(clean) {
        cleaners.add(clean)
        return () => cleaners.delete(clean)
      },
    },
    screen: undefined,
    zone: 'UTC',
    signals: {listen: () => () => {}, raise: () => {}},
    now: () => clock.now,
  }
  return {host, clock, written, cleaners}
}

/** What a terminal shows after all that was written on its one line. */
export const shownText = (written: readonly string[]): string =>
  written.join('').split('\r\u001b[2K').at(-1) ?? ''
