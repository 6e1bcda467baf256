// The health check of the image: exit code 0 if /readyz says that the shop is ready.
const port = process.env.PORT || '3000'
const response = await fetch(`http://127.0.0.1:${port}/readyz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => null)
process.exitCode = response?.ok ? 0 : 1

export {}
