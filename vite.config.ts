import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { imagetools } from 'vite-imagetools'

export default defineConfig({
  plugins: [tailwindcss(), imagetools(), reactRouter()],
  environments: {
    // One server bundle: the wiring of API, jobs and pages, with React Router's build inside it.
    ssr: { build: { rollupOptions: { input: './app/main.server.ts' } } },
  },
})
