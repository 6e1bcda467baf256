import { existsSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { imagetools } from 'vite-imagetools'

const serverEntry = './app/main.server.ts'

export default defineConfig({
  plugins: [tailwindcss(), imagetools(), reactRouter()],
  // One server bundle: the wiring of API, jobs and pages, with React Router's build inside it.
  environments: existsSync(serverEntry)
    ? { ssr: { build: { rollupOptions: { input: serverEntry } } } }
    : {},
})
