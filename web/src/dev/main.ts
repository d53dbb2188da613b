/** The page of pieces and boards at /dev/. Only the dev server serves it, because no build includes its HTML file. */
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';
import './all-texts';
import { mount } from 'svelte';
import Gallery from './Gallery.svelte';

const target = document.getElementById('app');
if (target) mount(Gallery, { target });
