import {complain} from '../complain.ts'
import type {Host} from '../host.ts'
import type {Showing} from './showing.ts'

/** Hands the run's own bytes on. */
export const showRaw = (host: Host): Showing => ({
  takesComplaints: false,
  follower: {bytes: async (chunk) => host.rawOut.writeBytes?.(chunk)},
  complaintsOf: async () => {},
  say: (sentence) => complain(host, sentence),
  close: async () => {},
  closing: async () => {},
})
