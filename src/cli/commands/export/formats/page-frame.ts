import type {Images} from '../export-options.ts'
import type {ImageUrl} from '../image-urls.ts'

/** What a page must know of the pages around it. Addresses are relative to the page. */
export interface PageFrame {
  readonly zone: string
  readonly timestamps: boolean
  readonly compact: boolean
  readonly gitLink: string | undefined
  readonly images: Images
  readonly imageUrl: ImageUrl
  readonly sessionHref: (id: string) => string | undefined
  /** Where another part of the same session is, or another page of the same project; counted from 1. */
  readonly partHref: (part: number) => string
  readonly home: {readonly href: string; readonly label: string} | undefined
  /** The way to the folder of the assets, where they are linked. */
  readonly assets: string | undefined
  /** Long sessions may be split. */
  readonly splits: boolean
}
