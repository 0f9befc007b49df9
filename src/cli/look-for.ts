import type {NarratorOptions} from '../describe/index.ts'
import type {Depth, Limits} from '../page/index.ts'
import {depths, noLimits} from '../page/index.ts'
import type {Look, Style} from '../render/terminal/index.ts'
import {paintFor, styles} from '../render/terminal/index.ts'
import type {Arguments} from './command.ts'
import type {Host} from './host.ts'
import {wholeNumber} from './whole-number.ts'

/** Enough to see what it is; `--full` shows the rest. */
const usualLimits: Limits = {lines: 20, characters: 4000}

/** Lines that are longer are hard to read. */
const widest = 120

/** How the user wants it to look. */
export function lookFor(host: Host, given: Arguments): Look {
  const style = choice(styles, given.values.get('style')) ?? defaultStyle(host)
  return {
    style,
    width: wholeNumber(given, 'width', {least: 10, most: 10_000}) ?? Math.min(host.width, widest),
    paint: paintFor(given.switches.has('color') || (host.color && !given.switches.has('no-color'))),
    emoji: !given.switches.has('no-emoji') && style !== 'plain',
    timestamps: given.switches.has('timestamps'),
    get zone() {
      return host.zone
    },
    pictures: choice(['none', 'iterm2', 'kitty'], given.values.get('pictures')) ?? 'none',
    limits: given.switches.has('full') ? noLimits : usualLimits,
  }
}

/** How much the user wants to be told. */
export function narrationFor(host: Host, given: Arguments): NarratorOptions {
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

/** Our own name wins over that of the program people come from. */
const variable = ({env}: Host, name: string): string | undefined =>
  env[`RECOUNT_${name}`] || env[`CCPRETTY_${name}`] || undefined

const defaultStyle = (host: Host): Style => (host.screen ? 'box' : 'line')

const choice = <T extends string>(choices: readonly T[], value: string | undefined): T | undefined =>
  choices.find((known) => known === value)
