import type {ListedSession} from '../../archive/archive.ts'

const dayGroups = ['Today', 'Yesterday', 'This week', 'Older'] as const

/** Sessions of about the same age. */
export interface DayGroup {
  readonly name: (typeof dayGroups)[number]
  readonly sessions: readonly ListedSession[]
}

const day = 86_400_000

/** Groups sessions by how long ago they went on, by the days of a time zone. Groups without any are left out. */
export function groupByDay(
  sessions: readonly ListedSession[],
  now: number,
  zone: string,
): readonly DayGroup[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const numberOf = (time: number): number => Date.parse(`${format.format(time)}T00:00:00Z`) / day
  const today = numberOf(now)
  const nameOf = ({ended, started}: ListedSession): DayGroup['name'] => {
    const time = ended ?? started
    if (time === undefined) return 'Older'
    const age = today - numberOf(time)
    if (age <= 0) return 'Today'
    return age === 1 ? 'Yesterday' : age < 7 ? 'This week' : 'Older'
  }
  const named = sessions.map((session) => ({name: nameOf(session), session}))
  return dayGroups
    .map((name) => ({name, sessions: named.filter((one) => one.name === name).map(({session}) => session)}))
    .filter((group) => group.sessions.length > 0)
}
