/**
 * @typedef {{style: import('../build/render/terminal/index.js').TerminalStyle, color: boolean}} Look How a session is printed.
 */

/** What is measured. First the defaults off a terminal and on one. @type {Look[]} */
export const looks = [
  {style: 'line', color: false},
  {style: 'box', color: true},
  {style: 'line', color: true},
  {style: 'box', color: false},
  {style: 'plain', color: false},
  {style: 'plain', color: true},
]
