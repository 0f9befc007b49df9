import type {NarratorOptions} from '../../describe/index.ts'
import {type Depth, depths, type NodeLimits, noLimits} from '../../page/index.ts'
import type {TerminalOptions, TerminalStyle} from '../../render/terminal/index.ts'
import {paintFor, terminalStyles} from '../../render/terminal/index.ts'
import type {Arguments} from '../arguments/command.ts'
import {wholeNumber} from '../arguments/whole-number.ts'
import type {Host} from '../host.ts'

/** Enough to recognize it; `--full` shows the rest. */
export const defaultLimits: NodeLimits = {lines: 20, characters: 4000}

/** Longer lines are hard to read. */
const maxWidth = 120

/** How to print, from the options. */
export function readDisplayOptions(host: Host, given: Arguments): TerminalOptions {
  const style = choice(terminalStyles, given.values.get('style')) ?? defaultStyle(host)
  return {
    style,
    width: wholeNumber(given, 'width', {min: 10, max: 10_000}) ?? Math.min(host.width, maxWidth),
    paint: paintFor(given.switches.has('color') || (host.color && !given.switches.has('no-color'))),
    emoji: !given.switches.has('no-emoji') && style !== 'plain',
    timestamps: given.switches.has('timestamps'),
    get zone() {
      return host.zone
    },
    images: choice(['none', 'iterm2', 'kitty'], given.values.get('images')) ?? 'none',
    limits: given.switches.has('full') ? noLimits : defaultLimits,
  }
}

/** What to print of a session, from the options and the environment. */
export function readNarratorOptions(host: Host, given: Arguments): NarratorOptions {
  return {
    depth: choice<Depth>(depths, given.values.get('depth')) ?? 'tool',
    pair: !given.switches.has('no-pair'),
    thinking: !given.switches.has('no-thinking'),
    heading: {
      title: variable(host, 'TITLE'),
      description: variable(host, 'DESCRIPTION'),
      url: variable(host, 'URL'),
    },
  }
}

/** recount's own names win over those of ccpretty. */
const variable = ({env}: Host, name: string): string | undefined =>
  env[`RECOUNT_${name}`] || env[`CCPRETTY_${name}`] || undefined

const defaultStyle = (host: Host): TerminalStyle => (host.screen ? 'box' : 'line')

const choice = <T extends string>(choices: readonly T[], value: string | undefined): T | undefined =>
  choices.find((known) => known === value)
