// Preloaded where GNU time is not there: says what a process took in the words of GNU time.
process.on('exit', () => {
  const {maxRSS, userCPUTime, systemCPUTime} = process.resourceUsage()
  const reported = [
    `User time (seconds): ${userCPUTime / 1e6}`,
    `System time (seconds): ${systemCPUTime / 1e6}`,
    `Maximum resident set size (kbytes): ${maxRSS}`,
  ]
  process.stderr.write(`${reported.join('\n')}\n`)
})
