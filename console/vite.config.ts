// The console that every deployment serves at /console. The page loads nothing from other hosts.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // The path is relative, because a proxy may serve the deployment below a path.
  base: './',
  plugins: [react()],
  // The gateway replaces this text in each answer with a new nonce.
  html: { cspNonce: '__NONCE__' },
  cacheDir: '../.timbre/vite',
  build: {
    outDir: '../gateway/dist/console',
    emptyOutDir: true,
    // Files are not inlined, because the policy of the page forbids inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
