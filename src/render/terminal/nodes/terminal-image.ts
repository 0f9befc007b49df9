import type {ImageSize} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'

const esc = '\u001b'
const openers = [`${esc}]1337;File=`, `${esc}_G`] as const

/** Whether a line is an image for the terminal to draw. Text of a transcript never is: it is sanitized. */
export const isImageLine = (line: string): boolean =>
  line.charCodeAt(0) === 0x1b && openers.some((opener) => line.startsWith(opener))

/** Larger images take a terminal too long. */
const maxCharacters = 8_000_000

/** About how many pixels a column is wide; terminals shrink an image to the given columns. */
const columnPixels = 10

/** Kitty accepts an image in chunks of this size, and only as PNG. */
const chunkLength = 4096

/** The line that makes a terminal draw an image, if it can. The data is validated, because it is written unchanged. */
export function terminalImage(
  data: string,
  size: ImageSize,
  protocol: TerminalOptions['images'],
  width: number,
): string | undefined {
  if (data.length > maxCharacters || /[^A-Za-z0-9+/=]/.test(data)) return undefined
  const columns = Math.max(1, Math.min(width, Math.ceil(size.width / columnPixels)))
  if (protocol === 'iterm2')
    return `${openers[0]}inline=1;width=${columns};preserveAspectRatio=1:${data}\u0007`
  return protocol === 'kitty' && size.type === 'image/png' ? kitty(data, columns) : undefined
}

function kitty(data: string, columns: number): string {
  const pieces: string[] = []
  for (let at = 0; at < data.length; at += chunkLength) {
    const more = at + chunkLength < data.length ? 1 : 0
    const settings = at === 0 ? `a=T,f=100,q=2,c=${columns},m=${more}` : `m=${more}`
    pieces.push(`${openers[1]}${settings};${data.slice(at, at + chunkLength)}${esc}\\`)
  }
  return pieces.join('')
}
