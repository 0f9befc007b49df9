/** What every citation into a document says, whatever it counts in. */
interface DocumentCitation {
  readonly cited_text: string
  readonly document_index: number
  readonly document_title: string | null
  readonly file_id?: string | null
}

/** Cites plain text, by character. */
export interface BetaCitationCharLocation extends DocumentCitation {
  readonly type: 'char_location'
  readonly start_char_index: number
  readonly end_char_index: number
}

/** Cites a PDF, by page. */
export interface BetaCitationPageLocation extends DocumentCitation {
  readonly type: 'page_location'
  readonly start_page_number: number
  readonly end_page_number: number
}

/** Cites a document made of content blocks, by block. */
export interface BetaCitationContentBlockLocation extends DocumentCitation {
  readonly type: 'content_block_location'
  readonly start_block_index: number
  readonly end_block_index: number
}

/** Cites a page that a web search found. */
export interface BetaCitationsWebSearchResultLocation {
  readonly type: 'web_search_result_location'
  readonly cited_text: string
  readonly encrypted_index: string
  readonly title: string | null
  readonly url: string
}

/** Cites a `search_result` block, by block. */
export interface BetaCitationSearchResultLocation {
  readonly type: 'search_result_location'
  readonly cited_text: string
  readonly search_result_index: number
  readonly source: string
  readonly title: string | null
  readonly start_block_index: number
  readonly end_block_index: number
}

/** Where a sentence of the answer comes from. */
export type BetaTextCitation =
  | BetaCitationCharLocation
  | BetaCitationPageLocation
  | BetaCitationContentBlockLocation
  | BetaCitationsWebSearchResultLocation
  | BetaCitationSearchResultLocation
