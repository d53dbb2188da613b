// The page has no fonts of its own, so that it stays small.
import '../styles/tokens.css';
import '../styles/base.css';
import { mount } from 'svelte';
import { loadCommonTexts } from '../lib/i18n/translate';
import { guardText } from '../lib/ui/text-guard';
import Page from './Page.svelte';

guardText(document);

const target = document.getElementById('app');
// All texts are in this file.
void loadCommonTexts().then(() => target && mount(Page, { target }));
