import {countBelow} from '../../src/page/index.ts'
import type {Room, RoomHandlers} from '../../src/server/room/room.ts'
import {noPieces} from '../../src/server/room/take-pieces.ts'

const handlers: RoomHandlers = {
  view: async () => ({
    title: '',
    header: '',
    outline: '',
    panel: '',
    running: '',
    pieces: noPieces(0),
    counts: countBelow([]),
    map: [],
    n: 0,
  }),
  pieces: async () => undefined,
  outline: async () => '',
  find: async () => undefined,
  raw: async () => undefined,
  markdown: async () => undefined,
  image: async () => undefined,
  document: async () => '',
  step: async () => undefined,
}

/** A room in which nothing happens; it says when it is closed. */
export function idleRoom(closed: () => void = () => {}): Room {
  return {
    incarnation: 'idle',
    partial: false,
    isClosed: false,
    ready: Promise.resolve(),
    call: async (method, given) => handlers[method](given),
    noteCost() {},
    join: async () => () => {},
    close: closed,
  }
}
