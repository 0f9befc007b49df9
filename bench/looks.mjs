/** What is measured. First what is usual off a terminal and on one. */
export const looks = [
  {style: 'line', color: false},
  {style: 'box', color: true},
  {style: 'line', color: true},
  {style: 'box', color: false},
  {style: 'plain', color: false},
  {style: 'plain', color: true},
]
