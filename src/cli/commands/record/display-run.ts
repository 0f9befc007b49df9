import type {PriceOverrides} from '../../../prices/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import type {Host} from '../../host.ts'
import {createPrinter} from '../../printing/create-printer.ts'
import {openLiveOutput} from '../../printing/live-output.ts'
import type {RunDisplay} from './run-record.ts'

/** Prints a run as `recount print` does. */
export function displayRun(
  host: Host,
  given: Arguments,
  source: string,
  overrides: PriceOverrides | undefined,
): RunDisplay {
  const printer = createPrinter(host, given, {overrides})
  const output = openLiveOutput(host, printer, !given.switches.has('no-partial'))
  const pipesStderr = host.screen !== undefined && host.terminal !== undefined
  return {
    pipesStderr,
    follower: {
      async lines(lines, at) {
        let text = ''
        for (const line of lines) text += printer.read(line, at)
        await output.print(text)
      },
      end: () => output.print(printer.end(source) + printer.finish()),
    },
    async forwardStderr({stderr}) {
      const decoder = new TextDecoder()
      for await (const chunk of stderr ?? []) await output.print(decoder.decode(chunk, {stream: true}))
    },
    notify: output.notify,
    close: () => output.close(),
    printClosing: () => host.rawOut.write(printer.closing()),
  }
}
