import type {Pager} from '../sinks/pager.ts'
import {openPager} from '../sinks/pager.ts'
import type {Host} from './host.ts'

/** Standard output through a pager, which opens with the first text: a command that fails shows none. */
export function pagedOutput(host: Host): Pager {
  let pager: Pager | undefined
  // Ctrl-C is the pager's as long as it is open.
  let forget = (): void => {}
  const open = async (): Promise<Pager> => {
    const opened = await openPager(host.env, host.rawOut)
    forget = host.signals.listen((signal) => {
      if (signal === 'SIGINT') return
      forget()
      host.signals.obey(signal)
    })
    return opened
  }
  return {
    async write(text) {
      pager ??= await open()
      await pager.write(text)
    },
    get closed() {
      return pager?.closed ?? false
    },
    async close() {
      await pager?.close()
      forget()
    },
  }
}
