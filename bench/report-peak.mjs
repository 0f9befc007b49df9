// Preloaded where GNU time is not there: says a process's peak of memory in the words of GNU time.
process.on('exit', () => {
  const {maxRSS} = process.resourceUsage()
  process.stderr.write(`Maximum resident set size (kbytes): ${maxRSS}\n`)
})
