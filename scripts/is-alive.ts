// The health check of the image: exit code 0 if the process answers. Whether it can take orders is for balancers: /readyz.
const port = process.env.PORT || '3000'
const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => null)
process.exitCode = response?.ok ? 0 : 1

export {}
