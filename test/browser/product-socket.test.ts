import { productJourneys } from './product.ts';

productJourneys('socket');
