import type {PriceOverrides} from '../../prices/index.ts'
import type {Arguments} from '../command.ts'
import type {Host} from '../host.ts'
import {printerFor} from '../printer-for.ts'
import {openStage} from '../stage.ts'
import type {Showing} from './showing.ts'

/** Shows a run as a page, as `recount` on a pipe does. */
export function showPage(
  host: Host,
  given: Arguments,
  source: string,
  overrides: PriceOverrides | undefined,
): Showing {
  const printer = printerFor(host, given, {overrides})
  const stage = openStage(host, printer, !given.switches.has('no-partial'))
  const takesComplaints = host.screen !== undefined && host.terminal !== undefined
  return {
    takesComplaints,
    follower: {
      async lines(lines, at) {
        let text = ''
        for (const line of lines) text += printer.read(line, at)
        await stage.print(text)
      },
      end: () => stage.print(printer.end(source) + printer.finish()),
    },
    async complaintsOf({stderr}) {
      const decoder = new TextDecoder()
      for await (const chunk of stderr ?? []) await stage.print(decoder.decode(chunk, {stream: true}))
    },
    say: stage.say,
    close: () => stage.close(),
    closing: () => host.rawOut.write(printer.closing()),
  }
}
