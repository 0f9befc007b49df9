import {measure} from './measure.ts'

/** Draws lines right of an icon; without one they stand alone. */
export function besideIcon(
  icon: string,
  width: number,
  draw: (room: number) => readonly string[],
): readonly string[] {
  const left = icon === '' ? 0 : measure(icon) + 1
  return draw(Math.max(1, width - left)).map((line, index) =>
    index === 0 && left > 0 ? `${icon} ${line}` : ' '.repeat(left) + line,
  )
}
