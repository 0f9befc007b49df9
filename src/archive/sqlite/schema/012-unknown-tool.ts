/** What no line contains was listed under `(untold)`, a word that nothing else uses. */
export const unknownToolName = `
update by_tool set spent = replace(spent, '"(untold)"', '"(unknown)"') where instr(spent, '"(untold)"') > 0;
`
