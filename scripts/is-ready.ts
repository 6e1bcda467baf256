// The health check of the image: ends with 0 when the shop on this machine should be sent requests.
const port = process.env.PORT || '3000'
const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1

export {}
