import {describe, expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {readDate, readSpan} from './read-date.ts'
import {instantOf, wallTimeAt} from './zone-time.ts'

/** A Monday, 11:30 in Berlin. */
const now = Date.parse('2026-11-16T10:30:00Z')

const dates: Readonly<Record<string, string>> = {
  '2026': '2025-12-31T23:00:00Z',
  '2026-06': '2026-05-31T22:00:00Z',
  '2026-11-16': '2026-11-15T23:00:00Z',
  '2026-07-01T14:00': '2026-07-01T12:00:00Z',
  '2026-07-01 14:00:30': '2026-07-01T12:00:30Z',
  '2026-07-01T14:00Z': '2026-07-01T14:00:00Z',
  '2026-07-01T14:00+05:30': '2026-07-01T08:30:00Z',
  '2026-07-01T14:00-1200': '2026-07-02T02:00:00Z',
  '2026-07-01T14:00+14:00': '2026-07-01T00:00:00Z',
  today: '2026-11-15T23:00:00Z',
  Yesterday: '2026-11-14T23:00:00Z',
  '90m': '2026-11-16T09:00:00Z',
  '2 hours ago': '2026-11-16T08:30:00Z',
  '3d': '2026-11-12T23:00:00Z',
  '3 days ago': '2026-11-12T23:00:00Z',
  '3-days-ago': '2026-11-12T23:00:00Z',
  '30d': '2026-10-16T22:00:00Z',
  '2w': '2026-11-01T23:00:00Z',
  '1mo': '2026-10-15T22:00:00Z',
  '1y': '2025-11-15T23:00:00Z',
  'this week': '2026-11-15T23:00:00Z',
  'last week': '2026-11-08T23:00:00Z',
  'last-month': '2026-09-30T22:00:00Z',
  now: '2026-11-16T10:30:00Z',
  'an hour ago': '2026-11-16T09:30:00Z',
  'a week ago': '2026-11-08T23:00:00Z',
  Monday: '2026-11-15T23:00:00Z',
  'last Monday': '2026-11-08T23:00:00Z',
  wed: '2026-11-10T23:00:00Z',
  'last saturday': '2026-11-13T23:00:00Z',
  '8 June': '2026-06-07T22:00:00Z',
  'June 8th, 2025': '2025-06-07T22:00:00Z',
  'Sept 30': '2026-09-29T22:00:00Z',
  '24 Dec': '2025-12-23T23:00:00Z',
  'last year': '2024-12-31T23:00:00Z',
}

describe('in Berlin, on a Monday in November', () => {
  for (const [said, moment] of Object.entries(dates)) {
    test(`${said} begins ${moment}`, () =>
      expect(new Date(readDate(said, {now, zone: 'Europe/Berlin'}) ?? 0)).toEqual(new Date(moment)))
  }
})

const ends: Readonly<Record<string, string>> = {
  '2026': '2026-12-31T23:00:00Z',
  '2026-06': '2026-06-30T22:00:00Z',
  '2026-12': '2026-12-31T23:00:00Z',
  '2026-11-16': '2026-11-16T23:00:00Z',
  '2026-10-25': '2026-10-25T23:00:00Z',
  '2026-07-01T14:00': '2026-07-01T12:00:00Z',
  today: '2026-11-16T23:00:00Z',
  friday: '2026-11-13T23:00:00Z',
  tomorrow: '2026-11-17T23:00:00Z',
  '90m': '2026-11-16T09:00:00Z',
  '3d': '2026-11-13T23:00:00Z',
  'last week': '2026-11-15T23:00:00Z',
  'this month': '2026-11-30T23:00:00Z',
  'last year': '2025-12-31T23:00:00Z',
}

describe('to its end, in Berlin', () => {
  for (const [said, moment] of Object.entries(ends)) {
    test(`${said} ends ${moment}`, () =>
      expect(new Date(readSpan(said, {now, zone: 'Europe/Berlin'})?.end ?? 0)).toEqual(new Date(moment)))
  }
})

test('what is no date is none', () => {
  for (const said of [
    '',
    'x',
    '2026-13',
    '2026-02-30',
    '26',
    '2026-1-1',
    '2026-01-01T25:00',
    '2026-01-01T14:00+99:00',
    '2026-01-01T14:00-15:00',
    '2026-01-01T14:00+01:60',
    '3',
    'd',
    'week',
    '3q',
  ])
    expect(readDate(said, {now, zone: 'UTC'}), said).toBeUndefined()
})

test('a month ago is the last day of a shorter month', () =>
  expect(new Date(readDate('1mo', {now: Date.parse('2026-03-31T12:00:00Z'), zone: 'UTC'}) ?? 0)).toEqual(
    new Date('2026-02-28T00:00:00Z'),
  ))

test('a day without midnight begins after the gap', () =>
  // Clocks in Beirut went from 00:00 to 01:00 on that day.
  expect(new Date(instantOf({year: 2022, month: 3, day: 27}, 'Asia/Beirut'))).toEqual(
    new Date('2022-03-26T22:00:00Z'),
  ))

test('clocks read back what they show, whatever the zone', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  )
  fc.assert(
    fc.property(fc.integer({min: 0, max: 4e9}), zones, (seconds, zone) => {
      const shown = wallTimeAt(seconds * 1000, zone)
      expect(wallTimeAt(instantOf(shown, zone), zone)).toEqual(shown)
    }),
  )
})
