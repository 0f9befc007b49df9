/** Names and sentences may hold what others wrote; control characters in them must not reach the terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
